"""Chinese numerals."""

import re

_DIGITS = {digit: value for value, digit in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
MEASURES = (
    "个位名把条张份只次天年月日岁点人块辆件封本号分秒小时周星幅家座夜杯瓶首篇颗粒双对"
    "群层楼部艘扇间栋句声遍趟圈堆盏壶枚支顶匹头口棵片包袋箱桶"
)
_NUMERAL = re.compile(
    rf"(?<![零〇一二两三四五六七八九十百千万])[零〇一二两三四五六七八九十百]+(?=[{MEASURES}])"
)
_HUNDREDS = re.compile(
    r"(?:([一二两三四五六七八九])百(?:零(?=[一二三四五六七八九]$))?)?(?:([一二三四五六七八九])?(十))?([一二两三四五六七八九])?"
)


def numerals_as_digits(text: str) -> str:
    """Write plain Chinese numerals before a measure word as digits: 二十五个 → 25个.

    Anything but a well-formed number below a thousand (两三个, 一九四五年) stays as it is.
    """
    return _NUMERAL.sub(lambda found: _value(found.group()), text)


def _value(numeral: str) -> str:
    found = _HUNDREDS.fullmatch(numeral)
    if not found:
        return numeral
    hundreds, tens, ten, ones = found.groups()
    if hundreds and ones and not ten and "零" not in numeral:
        return numeral  # 三百五: 350 to one reader, 305 to another
    value = 100 * _DIGITS.get(hundreds or "", 0) + _DIGITS.get(ones or "", 0)
    return str(value + (10 * _DIGITS.get(tens or "一", 1) if ten else 0))

"""Conditions in words: as a mark behind a name, when somebody comes under one, and when it passes."""

CONDITION_WORDS = {
    "en": {
        "blinded": ("blinded", "{name} can't see.", "{name} can see again."),
        "charmed": ("charmed", "{name} is charmed.", "{name} is no longer charmed."),
        "frightened": ("frightened", "{name} is frightened.", "{name} is no longer afraid."),
        "grappled": ("held fast", "{name} is held fast.", "{name} gets free."),
        "incapacitated": ("out of action", "{name} is out of action.", "{name} can act again."),
        "paralyzed": ("paralysed", "{name} is paralysed.", "{name} can move again."),
        "poisoned": ("poisoned", "{name} is poisoned.", "{name} gets over the poison."),
        "prone": ("on the ground", "{name} is on the ground.", "{name} gets up."),
        "restrained": ("tied up", "{name} is tied up.", "{name} gets loose."),
        "stunned": ("stunned", "{name} is stunned.", "{name} is no longer stunned."),
        "unconscious": ("unconscious", "{name} is unconscious.", "{name} comes to."),
    },
    "zh": {
        "blinded": ("看不见", "{name}看不见了。", "{name}又看得见了。"),
        "charmed": ("被安抚", "{name}被安抚住了。", "{name}回过神来。"),
        "frightened": ("被吓住", "{name}被吓住了。", "{name}缓过神来。"),
        "grappled": ("被揪住", "{name}被揪住了。", "{name}挣脱了。"),
        "incapacitated": ("动不了手", "{name}动不了手了。", "{name}又能动手了。"),
        "paralyzed": ("浑身发麻", "{name}浑身发麻，动弹不得。", "{name}又能动了。"),
        "poisoned": ("中毒", "{name}中毒了。", "{name}身上的毒退了。"),
        "prone": ("倒在地上", "{name}倒在地上。", "{name}站了起来。"),
        "restrained": ("被缠住", "{name}被缠住了。", "{name}挣开了。"),
        "stunned": ("懵了", "{name}懵了。", "{name}清醒过来。"),
        "unconscious": ("不省人事", "{name}不省人事。", "{name}醒了过来。"),
    },
}
"""By language and by the names of the rules: the mark, the sentence of gaining, and that of losing."""

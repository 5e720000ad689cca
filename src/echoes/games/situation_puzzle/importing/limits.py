"""Bounds of an import, each named in the message about what exceeds it."""

MAX_FILE_MB = 50
"""The largest file that is read, and the largest member of an archive once it is unpacked."""
MAX_ARCHIVE_MB = 200
"""The most that all members of an archive come to."""
MAX_RATIO = 200
"""How many times larger than packed a member may be; text packs about ten to one."""
SMALL_MB = 1
"""The size up to which the ratio of a member does not matter."""
MAX_FILES = 10_000
"""The most files of one import."""
MAX_RECORDS = 100_000
"""The most records of one file."""
MAX_COLUMNS = 200
"""The most columns of a table."""

MEGABYTE = 1_000_000

"""Import of puzzle collections as people write them.

One step a module: `sources` finds files, `encodings` decodes them, `json_files`, `tables`, `yaml_files` and
`text_files` read them, `containers` finds the records, `puzzle.formats` maps a record to the schema, `cases`
joins labelled questions with their stories, `identity` gives ids, `duplicates` finds stories that are there
already. `importer` runs them.
"""

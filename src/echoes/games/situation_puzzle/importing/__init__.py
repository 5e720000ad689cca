"""Import of puzzle collections as people write them.

One step a module: `sources` finds files, `other_forms` refuses what is not read, `encodings` decodes,
`json_files`, `tables`, `yaml_files` and `readers` read (a page by `pages`, `page_labels`, `page_sections`
and `page_records`), `containers` finds the records, `puzzle.formats` maps a record to the schema, `cases`
joins labelled questions with their stories, `identity` gives ids, `duplicates` finds stories that are there
already. `importer` runs them.
"""

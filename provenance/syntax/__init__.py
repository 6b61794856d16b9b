"""Python source as bytes -> definitions, terms, matches, fingerprints. No git, no files, no clock."""

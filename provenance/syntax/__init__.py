"""Python source as bytes -> definitions, terms, matches, fingerprints. No git, files or clock."""

"""What a name means in the files of one snapshot: imports followed, receivers looked up."""

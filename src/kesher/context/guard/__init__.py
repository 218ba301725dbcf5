"""Defence against instructions in content by others: tags, detectors, and a guard at execution."""

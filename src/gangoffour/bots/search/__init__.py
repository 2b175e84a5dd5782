"""Looking ahead: hidden hands as they may lie, and rounds played on from there."""

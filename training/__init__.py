"""Self-play training on one GPU; writes the weights that ``gangoffour.bots`` ships."""

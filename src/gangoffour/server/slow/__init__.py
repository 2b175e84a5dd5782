"""What tables with days per move need: moves planned ahead, and days on which somebody is away."""

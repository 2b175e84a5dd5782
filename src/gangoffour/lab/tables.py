"""Many tables in Gymnasium's vector interface, under their public name."""

from gangoffour.lab.learning.tables import Tables

__all__ = ["Tables"]

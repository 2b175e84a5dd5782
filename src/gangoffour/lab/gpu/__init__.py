"""The simulator on a GPU: thousands of tables, observations and masks as torch tensors.

Needs ``pip install 'gangoffour[gpu]'`` and the CUDA toolkit's nvcc; ``device="cpu"`` needs a C++
compiler and numpy only.
"""

from gangoffour.lab.gpu.tables import Legal, VectorEnv

__all__ = ["Legal", "VectorEnv"]

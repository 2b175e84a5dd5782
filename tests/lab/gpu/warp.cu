// The tables' source as a GPU runs it, by 32 fibres on the processor: kept compiled, like the tables themselves.
#include "warp.h"

#include "tables.cu"

/* The interpreter (being written by the helper for the VM core; the loop and its op_*.h files). */

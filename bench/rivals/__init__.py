"""Programs that the engine is measured against, each driven through its public Python API."""

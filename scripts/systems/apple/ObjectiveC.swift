// An empty module: `canImport(ObjectiveC)` holds beside it.

/// What a factory throws at its first attempt, if it is meant to.
struct PlannedFailure: Error {}

import HoldfastStress
import Testing

/// Tests that put containers under load: one at a time, each in a process of its own, since a run takes the threads of the cooperative pool for
/// moments, and some of what it finds keeps them.
@Suite(.serialized) enum Runs {}

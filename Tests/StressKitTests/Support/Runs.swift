import Testing

/// Tests that carry out runs: one at a time, since a run wants the whole machine, each in a process of its own, since its tasks want the whole
/// cooperative pool and some of them hang for good.
@Suite(.serialized) enum Runs {}

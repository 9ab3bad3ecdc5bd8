/// The Universal Scalability Law fitted to one subject.
///
///     C(N) = N / (1 + σ (N − 1) + κ N (N − 1))
///
/// σ is contention (what has to queue), κ is coherency (what has to be exchanged); the throughput peaks at √((1 − σ) / κ) threads.
/// With y = N / C(N) − 1 the law is linear, y = σ (N − 1) + κ N (N − 1), so the least squares have a closed form; a coefficient that would
/// come out negative is fixed at zero. A single thread count above one has many exact solutions; the fit is then the smallest of them, and
/// `capacities(64)` spans from "all of it is coherency" to "all of it is contention".
package struct ScalabilityFit: Sendable {
  package let contention: Double
  package let coherency: Double
  /// The loss at the only thread count above one, when there is only one.
  private let only: (a: Double, b: Double, y: Double)?

  /// - Parameter measured: threads, and the throughput relative to one thread.
  package init?(_ measured: [(threads: Int, capacity: Double)]) {
    let points = measured.filter { $0.threads > 1 && $0.capacity > 0 }.map { point in
      let n = Double(point.threads)
      return (a: n - 1, b: n * (n - 1), y: max(0, n / point.capacity - 1))
    }
    guard let first = points.first else { return nil }
    if points.count == 1 {
      only = first
      let norm = first.a * first.a + first.b * first.b
      (contention, coherency) = (first.y * first.a / norm, first.y * first.b / norm)
    } else {
      only = nil
      (contention, coherency) = Self.leastSquares(points)
    }
  }

  private static func leastSquares(_ points: [(a: Double, b: Double, y: Double)]) -> (Double, Double) {
    let aa = points.reduce(0) { $0 + $1.a * $1.a }
    let ab = points.reduce(0) { $0 + $1.a * $1.b }
    let bb = points.reduce(0) { $0 + $1.b * $1.b }
    let ay = points.reduce(0) { $0 + $1.a * $1.y }
    let by = points.reduce(0) { $0 + $1.b * $1.y }
    let determinant = aa * bb - ab * ab
    let sigma = (ay * bb - by * ab) / determinant
    let kappa = (by * aa - ay * ab) / determinant
    if sigma >= 0, kappa >= 0 { return (sigma, kappa) }
    // Outside the quarter plane: the better of its two edges. The error there is Σy² less this much.
    let gainOfSigma = ay * ay / aa
    let gainOfKappa = by * by / bb
    return gainOfSigma >= gainOfKappa ? (ay / aa, 0) : (0, by / bb)
  }

  /// The throughput at so many threads, relative to one.
  package func capacity(_ threads: Int) -> Double {
    Self.capacity(Double(threads), contention, coherency)
  }

  /// The same with what the measurement leaves open.
  package func capacities(_ threads: Int) -> ClosedRange<Double> {
    guard let only else { return capacity(threads)...capacity(threads) }
    let n = Double(threads)
    return Self.capacity(n, 0, only.y / only.b)...Self.capacity(n, only.y / only.a, 0)
  }

  private static func capacity(_ n: Double, _ contention: Double, _ coherency: Double) -> Double {
    n / (1 + contention * (n - 1) + coherency * n * (n - 1))
  }

  /// Where more threads begin to lose; nil when they never do.
  package var peak: Double? {
    guard coherency > 0 else { return nil }
    return max(1, ((1 - min(1, contention)) / coherency).squareRoot())
  }
}

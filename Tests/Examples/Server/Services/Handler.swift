/// Answers a request; one for each.
final class Handler: Sendable {
  private let session: Session
  private let book: GuestBook
  private let objects: Census

  init(session: Session, book: GuestBook, objects: Census) {
    self.session = session
    self.book = book
    self.objects = objects
    objects.wasBorn()
  }

  deinit { objects.isGone() }

  func answer(_ request: Request) -> Response {
    let parts = request.path.split(separator: "/")
    guard request.method == "GET" else { return Response(status: "405 Method Not Allowed", body: "") }
    guard parts.count == 2, parts[0] == "hello" else { return Response(status: "404 Not Found", body: "") }
    return Response(status: "200 OK", body: "Hello, \(parts[1])! \(book.visit(of: String(parts[1])))\n")
  }
}

// An instance that exists already is shared by everybody who resolves it.
import Holdfast

private actor Session {
  var token = ""
}

func register(in container: Container) throws {
  let session = Session()
  try container.register(instance: session)
}

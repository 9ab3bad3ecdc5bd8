// Looking at an instance without resolving it shares it.
import Holdfast

private actor Basket {
  var items: [String] = []
}

func look(_ container: Container) -> Bool {
  container.peek(Basket.self) != nil
}

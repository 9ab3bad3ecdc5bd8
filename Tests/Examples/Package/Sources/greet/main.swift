import Greetings

let container = try makeContainer()
let greeter = try container.resolve(Greeter.self)
print(greeter.greet(1))

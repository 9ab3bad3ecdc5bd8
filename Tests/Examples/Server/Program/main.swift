import GreetingServer

// An HTTP server on the loopback interface, with a container scope for each connection and request. `greeting-server --help` says more.
await Command.main()

/// How the program is called.
enum Usage {
  static let text = """
    usage: greeting-server [--port N] [--wiring WIRING] [--scoped sync|async] [--database FILE] [--grace SECONDS]
                           [--hang-disposer transaction|pool] [--replacing TIMES] [--until-input-ends] [--log] [--json]
           greeting-server load [--seconds N] [--connections N] [--pause MILLISECONDS] [--streaming SHARE] [--cancelling SHARE]
                           [--replacing TIMES] [--wiring WIRING] [--scoped sync|async] [--json]
           greeting-server compare [--rounds N] [the options of load]

    Serves on 127.0.0.1 and prints the port. Without --port it takes a free one. It answers GET /hello/NAME, and streams N greetings at
    GET /greetings/NAME/N. It writes visits to the file --database, or to a file in the temporary folder. On SIGTERM it answers the requests
    that have arrived and closes its connections. Then it shuts its parts down and prints its counts. Answering and shutting down each take
    at most --grace seconds (10).

      --wiring            how the parts are connected:
                          holdfast        by a container
                          recorded-scope  by hand, with scopes that find values by type and keep the records that a container's promises need
                          handmade-scope  by hand, with a scope for each request that makes its values once, when they are asked for, and
                                          disposes of them in order
                          hand            by the same code without a container
      --scoped            make the values of a request with synchronous or with asynchronous factories
      --hang-disposer     use a disposer that never returns, to see that the server still ends
      --replacing         replace parts this many times a second while requests use them; with the wiring 'holdfast' only
      --until-input-ends  end when the standard input ends too, so that the server does not outlive the program that started it
      --log               print a line for each step of a transaction, with the trace of the header X-Trace

    'load' starts a server as a second process and keeps N connections (8) busy for N seconds (2). Each connection pauses for --pause (0)
    between an answer and its next request. Under this load it sends SIGTERM to the server. Then it prints the counts of both sides and the
    server's cost for each request. --streaming is the share of requests, from 0 to 1, that ask for a streamed body. --cancelling is the share
    of requests, from 0 to 1, that break off in the middle of a streamed body.

    'compare' runs the load for all wirings in turn, N rounds (5) for each kind of factories, and prints the medians of the ratios.

    Exit status: 0 if every request was answered, every scope ended and no object was left; 1 if not; 2 for a mistake on the command line.
    """
}

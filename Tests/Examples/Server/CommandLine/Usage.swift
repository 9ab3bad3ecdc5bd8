/// How the program is called.
enum Usage {
  static let text = """
    usage: greeting-server [--port N] [--wiring holdfast|handmade-scope|hand] [--scoped sync|async] [--database FILE] [--grace SECONDS]
                           [--hang-disposer transaction|pool] [--until-input-ends] [--log] [--json]
           greeting-server load [--seconds N] [--connections N] [--pause MILLISECONDS] [--streaming SHARE] [--cancelling SHARE]
                           [--wiring holdfast|handmade-scope|hand] [--scoped sync|async] [--json]
           greeting-server compare [--rounds N] [the options of load]

    Serves on 127.0.0.1, on a free port without --port, and prints which. It answers GET /hello/NAME, and streams N greetings at
    GET /greetings/NAME/N. The visits are kept in a file, in the temporary folder without --database. SIGTERM ends it: it answers what has been
    sent, closes its connections, shuts down what it is made of, and says what it counted. Each of the two steps lasts at most --grace (10).

      --wiring            who connects its parts: a container of Holdfast, the same code by hand, or by hand with a scope for each request, whose
                          values are made once when they are asked for, and disposed of in order
      --scoped            whether what lives as long as a request is made by synchronous or by asynchronous factories
      --hang-disposer     a disposer that never returns, to see that the end comes all the same
      --until-input-ends  ends with the standard input too, so not later than a program that started it
      --log               prints a line for each step of a transaction, with the trace of the header X-Trace

    'load' starts itself as a server, keeps N connections (8) busy for N seconds (2), with a pause (0) between an answer and the next request,
    sends SIGTERM while they are, and says what both sides counted, and what a request cost the server. A SHARE from 0 to 1 of the requests asks
    for a streamed body, or breaks off in the middle of one.

    'compare' does that for all wirings in turn, N rounds (5) for each kind of factories, and prints the medians of the ratios.

    Exit status: 0 if every request was answered, every scope ended and nothing was left alive; 1 if not; 2 for a mistake on the command line.
    """
}

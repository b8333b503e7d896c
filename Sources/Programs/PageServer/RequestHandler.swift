#if Browse
  internal import CatalogPage
  internal import Dispatch
  internal import NIOCore
  internal import NIOHTTP1

  /// One connection: reads requests, checks access, and sends answers.
  final class RequestHandler: ChannelInboundHandler, @unchecked Sendable {
    // SAFETY: Only the channel's event loop uses it; other threads only pass it on.
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// Requests that start other programs. They run one at a time.
    private static let slow: Set = ["/api/audition", "/api/sound", "/api/lint"]

    private enum State {
      case waiting
      case reading(PageRequest, keepsAlive: Bool)
      case answering(keepsAlive: Bool)
      /// The answer is written, and the client has yet to read it.
      case sending
      case following
      case closed
    }

    private let channel: any Channel
    private let connections: Connections
    private let access: PageAccess
    private let answering: PageServer.Answering
    private let queue: DispatchQueue
    private let sounds: DispatchQueue
    private var state = State.waiting
    private var deadline: Scheduled<Void>?
    private var beat: RepeatedTask?
    private(set) var waitingSince = NIODeadline.now()
    /// The body that is being read. It isn't part of the state, which would be copied with each piece.
    private var body: [UInt8] = []

    /// Whether the server waits for the client.
    var isWaiting: Bool {
      switch state {
      case .waiting, .reading, .sending: true
      case .answering, .following, .closed: false
      }
    }

    private init(
      _ channel: any Channel, _ connections: Connections, access: PageAccess,
      answering: @escaping PageServer.Answering, queues: (DispatchQueue, DispatchQueue)
    ) {
      self.channel = channel
      self.connections = connections
      self.access = access
      self.answering = answering
      (queue, sounds) = queues
    }

    static func install(
      in channel: any Channel, connections: Connections, access: PageAccess,
      answering: @escaping PageServer.Answering, queues: (DispatchQueue, DispatchQueue)
    ) throws {
      var limits = NIOHTTPDecoderLimitConfiguration()
      limits.maxHeaderFieldSize = 16_384
      limits.maxHeaderListSize = 32_768
      limits.maxHeaderFieldCount = 64
      let handler = RequestHandler(
        channel, connections, access: access, answering: answering, queues: queues)
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(HTTPResponseEncoder())
      try pipeline.addHandler(
        ByteToMessageHandler(
          HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: limits), maximumBufferSize: 65_536))
      try pipeline.addHandler(HTTPServerPipelineHandler())
      try pipeline.addHandler(NIOHTTPResponseHeadersValidator())
      try pipeline.addHandler(HTTPServerProtocolErrorHandler())
      try pipeline.addHandler(handler)
      guard connections.add(handler) else { throw ChannelError.ioOnClosedChannel }
      handler.expect(within: connections.limits.request)
    }

    // MARK: Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch (unwrapInboundIn(data), state) {
      case (.head(let head), .waiting): begin(head)
      case (.body(let buffer), .reading(let request, _)):
        body += buffer.readableBytesView
        let limits = connections.limits
        if body.count > (request.path == "/api/sound" ? limits.sound : limits.body) {
          finish(.failure(413, "the body is too large"), keepsAlive: false)
        }
      case (.end, .reading(var request, let keepsAlive)):
        swap(&request.body, &body)
        answer(request, keepsAlive: keepsAlive)
      // The rest of a refused request.
      default: break
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { close() }

    func handlerRemoved(context: ChannelHandlerContext) {
      state = .closed
      deadline?.cancel()
      beat?.cancel()
      connections.remove(self)
    }

    /// Refuses a request without access before its body is there.
    private func begin(_ head: HTTPRequestHead) {
      state = .answering(keepsAlive: head.isKeepAlive)
      guard let request = Self.request(head) else {
        return finish(
          .failure(
            head.method == .GET || head.method == .POST ? 400 : 405,
            "the request is malformed or its method unsupported"))
      }
      if let refusal = access.refusal(of: request) { return finish(refusal, keepsAlive: refusal.status != 403) }
      state = .reading(request, keepsAlive: head.isKeepAlive)
      body = []
      expect(within: connections.limits.request)
    }

    // MARK: Answering

    private func answer(_ request: PageRequest, keepsAlive: Bool) {
      state = .answering(keepsAlive: keepsAlive)
      deadline?.cancel()
      switch request.path {
      case "/api/session": finish(session(request))
      case "/api/events": follow(request)
      default: run(request)
      }
    }

    private func run(_ request: PageRequest) {
      let (answering, channel) = (self.answering, self.channel)
      var request = request
      request.isAwaited = { channel.isActive }
      // A plugin may take seconds; searches must not wait for it.
      let isSlow = Self.slow.contains(request.path)
      (isSlow ? sounds : queue).async { [request] in
        // An answer that nobody waits for any more, such as for an earlier position of a slider, isn't made. A change is.
        guard channel.isActive || (request.method == .post && !isSlow) else { return }
        let answer = answering(request)
        // Once the server has stopped, its loop takes nothing.
        if channel.isActive { channel.eventLoop.execute { self.finish(answer) } }
      }
    }

    /// - Returns: nil for an unsupported method, a duplicate of a header that decides about access, or a malformed address.
    private static func request(_ head: HTTPRequestHead) -> PageRequest? {
      guard let method = PageRequest.Method(rawValue: head.method.rawValue) else { return nil }
      var headers: [String: String] = [:]
      for (name, value) in head.headers {
        let name = name.lowercased()
        if headers.updateValue(value, forKey: name) != nil, ["host", "origin", PageAccess.header].contains(name) {
          return nil
        }
      }
      return PageRequest(method, head.uri, headers: headers)
    }

    private func session(_ request: PageRequest) -> PageAnswer {
      guard request.method == .post, let ticket = request.text("ticket"), let token = access.token(for: ticket) else {
        return .failure(403, "this address was already used; run `aucat browse` again")
      }
      return PageAnswer(token: token)
    }

    private func finish(_ answer: PageAnswer, keepsAlive: Bool = true) {
      let wasKept: Bool
      switch state {
      case .answering(let keeps): wasKept = keeps
      case .reading: wasKept = false
      case .waiting, .sending, .following, .closed: return
      }
      let keeps = keepsAlive && wasKept
      var head = self.head(answer)
      if answer.status != 304 { head.headers.add(name: "Content-Length", value: "\(answer.body.count)") }
      if !keeps { head.headers.add(name: "Connection", value: "close") }
      channel.write(HTTPServerResponsePart.head(head), promise: nil)
      if !answer.body.isEmpty {
        channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: answer.body))), promise: nil)
      }
      end(keepsAlive: keeps)
    }

    /// Ends an answer. A client that doesn't read it gets as little time as one that doesn't write.
    private func end(keepsAlive: Bool) {
      state = .sending
      waitingSince = .now()
      expect(within: connections.limits.request)
      channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { _ in
        guard keepsAlive else { return self.close() }
        if case .sending = self.state {
          self.state = .waiting
          self.waitingSince = .now()
          self.expect(within: self.connections.limits.idle)
        }
      }
    }

    private func head(_ answer: PageAnswer) -> HTTPResponseHead {
      var headers = HTTPHeaders(PageFiles.headers.map { ($0.name, $0.value) })
      headers.add(name: "Content-Type", value: answer.type)
      for (name, value) in answer.headers { headers.add(name: name, value: value) }
      if !headers.contains(name: "Cache-Control") { headers.add(name: "Cache-Control", value: "no-store") }
      return HTTPResponseHead(
        version: .http1_1, status: HTTPResponseStatus(statusCode: answer.status), headers: headers)
    }

    // MARK: Following

    /// Streams a line for each change, until one side closes.
    private func follow(_ request: PageRequest) {
      guard connections.follow(self, isInFront: request["front"] == "1") else {
        return finish(.failure(429, "too many pages are open; close one"))
      }
      state = .following
      channel.write(
        HTTPServerResponsePart.head(head(PageAnswer([], type: "application/x-ndjson"))), promise: nil)
      send("{\"open\":true}\n")
      beat = channel.eventLoop.scheduleRepeatedTask(
        initialDelay: .milliseconds(connections.limits.beat), delay: .milliseconds(connections.limits.beat)
      ) { _ in self.send("{}\n") }
    }

    /// Ends the stream of a page as a whole answer: a broken one would alarm the page.
    func park() {
      send("{\"parked\":true}\n")
      beat?.cancel()
      end(keepsAlive: false)
    }

    /// Sends a line to a page that follows changes. If it doesn't read, it is closed.
    func send(_ line: String) {
      guard case .following = state else { return }
      guard channel.isWritable else { return close() }
      channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: line))), promise: nil)
    }

    // MARK: Time

    /// Closes the connection unless this is called again in time.
    private func expect(within milliseconds: Int64) {
      deadline?.cancel()
      deadline = channel.eventLoop.scheduleTask(in: .milliseconds(milliseconds)) { self.close() }
    }

    func close() {
      deadline?.cancel()
      channel.close(promise: nil)
    }
  }
#endif

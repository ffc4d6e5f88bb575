import type { Dispatcher } from 'undici'
import { HttpError } from '../../errors/index.ts'
import { listHeader, type ReplyHeaders } from '../pace/retry-after.ts'
import { DecodedTooLargeError, decodeBody } from './decode.ts'
import type { Rider } from './sockets.ts'
import {
  type AbortListener,
  createBodyTooLargeError,
  createNetworkError,
  formatRequestUrl,
  type TransportReply,
  type TransportRequest,
} from './transport.ts'

/** Collects one answer, whole and decoded, without streams that nobody would read. */
export class Collector implements Rider, AbortListener {
  seat: Rider['seat']
  isOver = false
  readonly #request: TransportRequest
  readonly #resolve: (reply: TransportReply) => void
  readonly #reject: (error: unknown) => void
  #controller: Dispatcher.DispatchController | undefined
  #status = 0
  #headers: ReplyHeaders = {}
  #first: Buffer | undefined
  #rest: Buffer[] | undefined
  #received = 0

  /** @param request its signal is not aborted */
  constructor(request: TransportRequest, resolve: (reply: TransportReply) => void, reject: (error: unknown) => void) {
    this.#request = request
    this.#resolve = resolve
    this.#reject = reject
    request.signal.addEventListener('abort', this)
  }

  get party(): string | undefined {
    return this.#request.party
  }

  /** Its signal is aborted. */
  handleEvent(): void {
    this.#stop(this.#request.signal.reason)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.isOver) controller.abort(new Error('aborted'))
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ReplyHeaders): void {
    this.#status = status
    this.#headers = headers
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#received += chunk.byteLength
    if (this.#received > this.#request.bodyBytesMax) this.#stop(createBodyTooLargeError(this.#request))
    else if (!this.#first) this.#first = chunk
    else if (this.#rest) this.#rest.push(chunk)
    else this.#rest = [this.#first, chunk]
  }

  onResponseEnd(): void {
    this.#leave(true)
    if (!this.#end()) return
    const status = this.#status
    const headers = this.#headers
    const raw = this.#rest ? Buffer.concat(this.#rest, this.#received) : (this.#first ?? noBytes)
    const encoding = listHeader(headers, 'content-encoding')
    if (encoding === undefined) {
      this.#resolve({ status, headers, body: raw })
      return
    }
    decodeBody(raw, encoding, this.#request.bodyBytesMax).then(
      (body) => this.#resolve({ status, headers, body }),
      (error) => this.#reject(decodeError(this.#request, error)),
    )
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#leave(false)
    if (this.#end()) this.#reject(createNetworkError(this.#request, error))
  }

  /** It was not sent. An error of the host's dispatcher can quote headers. */
  onUnsent(error: unknown): void {
    this.#stop(createNetworkError(this.#request, error))
  }

  #leave(reusable: boolean): void {
    const { seat } = this
    this.seat = undefined
    seat?.leave(reusable)
  }

  #stop(error: unknown): void {
    if (!this.#end()) return
    this.#reject(error)
    // Without this, the body of an abandoned answer would keep its socket busy.
    if (this.#controller) this.#controller.abort(error instanceof Error ? error : new Error('aborted'))
    else this.#abandon()
  }

  /** A vendor may hang while we connect, and would keep the socket from others. */
  #abandon(): void {
    const { seat } = this
    this.seat = undefined
    seat?.abandon()
  }

  /** @returns whether it was still running */
  #end(): boolean {
    if (this.isOver) return false
    this.isOver = true
    this.#request.signal.removeEventListener('abort', this)
    return true
  }
}

const noBytes = Buffer.alloc(0)

function decodeError(request: TransportRequest, error: unknown): HttpError {
  if (error instanceof DecodedTooLargeError) return createBodyTooLargeError(request)
  return new HttpError(`${request.url.host} sent a compressed answer that cannot be decoded.`, {
    code: 'HTTP_NETWORK',
    method: request.method,
    url: formatRequestUrl(request),
    retryable: true,
  })
}

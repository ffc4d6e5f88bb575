import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import { type Answer, type FakeVendorReply, isBodiless, toReply } from './answer.ts'
import { demandWhole, refuseUnknown } from './refuse-arguments.ts'

/**
 * A fault of one request; made by `faults`.
 * - `answer`: replaces the route's answer, before `auth` is checked.
 * - `hang`: there is no answer until the client gives up or the vendor is closed.
 * - `cut`, `slow`: the route's own answer, damaged on its way.
 */
export type Fault =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'hang' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'slow'; readonly pauseMs: number; readonly chunks: number }

/** The faults of a vendor; pass one to `vendor.fail()`. */
export const faults = {
  /**
   * An error status with a JSON body in place of the route's answer: `faults.status(429, { retryAfter: 1 })`.
   * `retryAfter` is the `Retry-After` header: a number of seconds, or a Date, which is sent as HTTP-date.
   */
  status(
    status: number,
    options: {
      readonly retryAfter?: number | Date
      readonly headers?: Readonly<Record<string, string>>
      readonly json?: unknown
    } = {},
  ): Fault {
    const subject = 'faults.status()'
    refuseUnknown(subject, options, ['retryAfter', 'headers', 'json'])
    const { retryAfter } = options
    if (typeof retryAfter === 'number') demandWhole(subject, 'retryAfter', retryAfter, 0)
    const after = retryAfter instanceof Date ? retryAfter.toUTCString() : retryAfter?.toString()
    const headers = omitUndefined({ 'retry-after': after, ...options.headers })
    return createAnsweringFault(subject, { status, headers, json: options.json ?? { error: `fault_${status}` } })
  },

  /** Accepts the request and does not answer. */
  hang(): Fault {
    return { kind: 'hang' }
  },

  /** Sends half of the body that it announced, then destroys the socket. An answer without a body is cut before its head. */
  cut(): Fault {
    return { kind: 'cut' }
  },

  /** An HTML page with status 200, as proxies and login pages send it in place of JSON. */
  wrongType(): Fault {
    return createAnsweringFault('faults.wrongType()', {
      headers: { 'content-type': 'text/html; charset=utf-8' },
      text: '<!doctype html><title>Sign in</title><h1>Sign in to continue</h1>',
    })
  },

  /**
   * The right answer, its body in `chunks` pieces with a pause before each.
   * `pauseMs` @default 50, `chunks` @default 4
   */
  slowBody(options: { readonly pauseMs?: number; readonly chunks?: number } = {}): Fault {
    refuseUnknown('faults.slowBody()', options, ['pauseMs', 'chunks'])
    const { pauseMs = 50, chunks = 4 } = options
    demandWhole('faults.slowBody()', 'pauseMs', pauseMs, 0)
    demandWhole('faults.slowBody()', 'chunks', chunks, 1)
    return { kind: 'slow', pauseMs, chunks }
  },
} as const

/** Sends a reply, damaged by the fault if there is one. Resolves when the bytes are sent or the client has left. */
export async function sendReply(
  response: ServerResponse,
  reply: FakeVendorReply,
  fault?: Extract<Fault, { kind: 'cut' | 'slow' }>,
) {
  const bodyBytes = reply.body.length
  if (fault?.kind === 'cut' && (bodyBytes === 0 || response.req.method === 'HEAD')) {
    response.destroy()
    return
  }
  // A cut answer announces one byte too many, so that even a body of one byte ends too early.
  const announced = fault?.kind === 'cut' ? bodyBytes + 1 : bodyBytes
  const length = isBodiless(reply.status) ? {} : { 'content-length': announced }
  response.writeHead(reply.status, { ...length, ...copyHeaders(reply.headers) })
  if (fault?.kind === 'cut') {
    response.write(reply.body.subarray(0, Math.ceil(bodyBytes / 2)), () => response.destroy())
  } else if (fault?.kind === 'slow') {
    await dripBody(response, reply.body, fault)
  } else {
    response.end(reply.body)
  }
}

async function dripBody(
  response: ServerResponse,
  body: Uint8Array,
  fault: { readonly pauseMs: number; readonly chunks: number },
) {
  response.flushHeaders()
  const size = Math.max(1, Math.ceil(body.length / fault.chunks))
  for (let at = 0; at < body.length; at += size) {
    await setTimeout(fault.pauseMs)
    if (response.destroyed) return
    response.write(body.subarray(at, at + size))
  }
  response.end()
}

function createAnsweringFault(subject: string, answer: Answer): Fault {
  // Refused here, at the mistake, and not at the first request.
  toReply(subject, answer)
  return { kind: 'answer', answer }
}

/** Node's own type requires lists that it may change. */
function copyHeaders(headers: FakeVendorReply['headers']): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  )
}

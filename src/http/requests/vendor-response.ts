import { createDecodedResponse } from '../../auth/decoded-response.ts'
import { toHeaders, type VendorReply } from '../refusals/vendor-reply.ts'

/** Whether a WHATWG `Response` can have the status; vendors invent others (999). */
export function isResponseStatus(status: number): boolean {
  return status >= 200 && status <= 599
}

/** A reply as a WHATWG `Response` whose `url` is redacted. */
export function toVendorResponse(reply: VendorReply): Response {
  return createDecodedResponse(reply.status, toHeaders(reply.headers), reply.body, reply)
}

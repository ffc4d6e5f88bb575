import type { HttpError, VendorClient } from 'checkwright'
import type * as z from 'zod/mini'
import { parseXml, parseXmlAnswer } from './xml.ts'

/** One call of an AWS operation that reads. All of AWS's own protocols post, but for REST. */
export interface Call {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: URLSearchParams | Readonly<Record<string, unknown>>
  readonly parse?: (text: string) => unknown
}

// Versions of the APIs, which botocore's models name as well.
const queryVersions = { iam: '2010-05-08', sts: '2011-06-15', rds: '2014-10-31', ec2: '2016-11-15' }
const jsonTargets = {
  cloudtrail: 'com.amazonaws.cloudtrail.v20131101.CloudTrail_20131101',
  kms: 'TrentService',
}

/** Of services that have one place for all regions. */
export const homeRegion = 'us-east-1'

/** A call by the query protocol, which takes a form and answers in XML. */
export function createQueryCall(
  service: keyof typeof queryVersions,
  region: string,
  operation: string,
  input: Readonly<Record<string, string>> = {},
): Call {
  return {
    url: `https://${service === 'iam' ? 'iam' : `${service}.${region}`}.amazonaws.com/`,
    body: new URLSearchParams({ Action: operation, Version: queryVersions[service], ...input }),
    // Asked for JSON, some of the services send it, in a form that nobody has written down.
    headers: { accept: 'text/xml' },
    parse: service === 'ec2' ? parseXmlAnswer(`${operation}Response`) : (text) => readResult(operation, parseXml(text)),
  }
}

/** A call by the JSON 1.1 protocol. */
export function createJsonCall(
  service: keyof typeof jsonTargets,
  region: string,
  operation: string,
  input: Readonly<Record<string, unknown>> = {},
): Call {
  return {
    url: `https://${service}.${region}.amazonaws.com/`,
    body: input,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `${jsonTargets[service]}.${operation}` },
  }
}

/** Makes a call. @throws HttpError when AWS refuses */
export function ask<T>(
  ctx: VendorClient,
  { url, ...call }: Call,
  schema: z.ZodMiniType<T>,
  options: { readonly expect?: (refusal: HttpError) => boolean } = {},
): Promise<T> {
  return ctx.post(url, { ...call, ...options, schema, reads: true, retry: true })
}

/** What all services but EC2 have around their answer. */
function readResult(operation: string, answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null ? Reflect.get(answer, `${operation}Result`) : undefined
}

import type { HttpError, VendorClient } from 'checkwright'
import type * as z from 'zod/mini'
import { parseXml, parseXmlAnswer } from './xml.ts'

/** One call of an AWS operation that reads. AWS's own protocols use POST, except REST. */
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
  config: 'StarlingDoveService',
}

/** Services with one place for all regions. */
export const homeRegion = 'us-east-1'

/** A call with the query protocol, which takes a form and answers in XML. */
export function createQueryCall(
  service: keyof typeof queryVersions,
  region: string,
  operation: string,
  input: Readonly<Record<string, string>> = {},
): Call {
  return {
    url: `https://${service === 'iam' ? 'iam' : `${service}.${region}`}.amazonaws.com/`,
    body: new URLSearchParams({ Action: operation, Version: queryVersions[service], ...input }),
    // Some of the services can send JSON, but in an undocumented form.
    headers: { accept: 'text/xml' },
    parse: Object.assign(
      service === 'ec2'
        ? parseXmlAnswer(`${operation}Response`)
        : (text: string) => readResult(operation, parseXml(text)),
      { format: 'XML' },
    ),
  }
}

/** A call with the JSON 1.1 protocol. */
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

/** The envelope of all services except EC2. */
function readResult(operation: string, answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null ? Reflect.get(answer, `${operation}Result`) : undefined
}

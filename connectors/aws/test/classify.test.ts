import { describe, expect, test } from 'vitest'
import { classify } from '../classify.ts'

/** A refusal as a service words it: in XML, in JSON, or in a header. */
function refusal(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return { method: 'POST', url: 'https://iam.amazonaws.com/', status, headers: new Headers(headers), body }
}

const iam = (code: string, message = '') =>
  `<ErrorResponse xmlns="https://iam.amazonaws.com/doc/2010-05-08/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`
const ec2 = (code: string, message = '') =>
  `<?xml version="1.0"?>\n<Response><Errors><Error><Code>${code}</Code><Message>${message}</Message></Error></Errors><RequestID>r</RequestID></Response>`

describe('classify() knows why AWS refuses', () => {
  test.each([
    ['permission', refusal(403, iam('AccessDenied'))],
    ['permission', refusal(403, ec2('UnauthorizedOperation'))],
    ['permission', refusal(400, { __type: 'AccessDeniedException', Message: 'no' })],
    [
      'permission',
      refusal(
        403,
        { message: 'no' },
        { 'x-amzn-errortype': 'AccessDeniedException:http://internal.amazon.com/coral/' },
      ),
    ],
    ['auth', refusal(403, iam('InvalidClientTokenId'))],
    ['auth', refusal(403, iam('SignatureDoesNotMatch'))],
    ['auth', refusal(401, ec2('AuthFailure'))],
    ['auth', refusal(400, { __type: 'com.amazon.coral.service#UnrecognizedClientException' })],
    ['auth', refusal(403, iam('ExpiredToken'))],
    ['auth', refusal(400, { __type: 'ExpiredTokenException' })],
    ['auth', refusal(400, ec2('RequestExpired'))],
    ['rate_limited', refusal(400, iam('Throttling'))],
    ['rate_limited', refusal(503, ec2('RequestLimitExceeded'))],
    ['rate_limited', refusal(400, { __type: 'ThrottlingException' })],
    ['plan', refusal(401, ec2('OptInRequired'))],
    ['plan', refusal(400, { __type: 'SubscriptionRequiredException' })],
  ])('%s: %o', (kind, failure) => {
    expect(classify(failure)?.kind).toBe(kind)
  })

  test('and names the action that is not allowed, as the scope that is missing', () => {
    const message =
      'User: arn:aws:sts::123456789012:assumed-role/x/checkwright is not authorized to perform: rds:DescribeDBInstances because no identity-based policy allows it'

    expect(classify(refusal(403, iam('AccessDenied', message)))).toEqual({
      kind: 'permission',
      message: expect.stringContaining('allow rds:DescribeDBInstances.'),
      missingScopes: ['rds:DescribeDBInstances'],
    })
  })

  test.each([
    ['an error of another kind', refusal(404, iam('NoSuchEntity'))],
    ['a page of a proxy', refusal(403, '<html><title>Blocked</title></html>')],
    ['a name of every object', refusal(400, { __type: 'constructor' })],
    ['what is no text', refusal(400, { __type: 7, code: null })],
    ['nothing', refusal(500, undefined)],
    ['markup in place of a name', refusal(400, iam('<b>Access</b>Denied'))],
  ])('and leaves %s to the status', (_what, failure) => {
    expect(classify(failure)).toBeUndefined()
  })
})

import { describe, expect, test } from 'vitest'
import { classify } from '../classify.ts'

/** A refusal as a service words it: in XML, in JSON, or in a header. */
function createRefusal(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return { method: 'POST', url: 'https://iam.amazonaws.com/', status, headers: new Headers(headers), body }
}

const createIamError = (code: string, message = '') =>
  `<ErrorResponse xmlns="https://iam.amazonaws.com/doc/2010-05-08/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`
const createEc2Error = (code: string, message = '') =>
  `<?xml version="1.0"?>\n<Response><Errors><Error><Code>${code}</Code><Message>${message}</Message></Error></Errors><RequestID>r</RequestID></Response>`

describe('classify() knows why AWS refuses', () => {
  test.each([
    ['permission', createRefusal(403, createIamError('AccessDenied'))],
    ['permission', createRefusal(403, createEc2Error('UnauthorizedOperation'))],
    ['permission', createRefusal(400, { __type: 'AccessDeniedException', Message: 'no' })],
    [
      'permission',
      createRefusal(
        403,
        { message: 'no' },
        { 'x-amzn-errortype': 'AccessDeniedException:http://internal.amazon.com/coral/' },
      ),
    ],
    ['auth', createRefusal(403, createIamError('InvalidClientTokenId'))],
    ['auth', createRefusal(403, createIamError('SignatureDoesNotMatch'))],
    ['auth', createRefusal(401, createEc2Error('AuthFailure'))],
    ['auth', createRefusal(400, { __type: 'com.amazon.coral.service#UnrecognizedClientException' })],
    ['auth', createRefusal(403, createIamError('ExpiredToken'))],
    ['auth', createRefusal(400, { __type: 'ExpiredTokenException' })],
    ['auth', createRefusal(400, createEc2Error('RequestExpired'))],
    ['rate_limited', createRefusal(400, createIamError('Throttling'))],
    ['rate_limited', createRefusal(503, createEc2Error('RequestLimitExceeded'))],
    ['rate_limited', createRefusal(400, { __type: 'ThrottlingException' })],
    ['plan', createRefusal(401, createEc2Error('OptInRequired'))],
    ['plan', createRefusal(400, { __type: 'SubscriptionRequiredException' })],
  ])('%s: %o', (kind, failure) => {
    expect(classify(failure)?.kind).toBe(kind)
  })

  test('and names the action that is not allowed, as the scope that is missing', () => {
    const message =
      'User: arn:aws:sts::123456789012:assumed-role/x/checkwright is not authorized to perform: rds:DescribeDBInstances because no identity-based policy allows it'

    expect(classify(createRefusal(403, createIamError('AccessDenied', message)))).toEqual({
      kind: 'permission',
      message: expect.stringContaining('allow rds:DescribeDBInstances.'),
      missingScopes: ['rds:DescribeDBInstances'],
    })
  })

  test.each([
    ['an error of another kind', createRefusal(404, createIamError('NoSuchEntity'))],
    ['a page of a proxy', createRefusal(403, '<html><title>Blocked</title></html>')],
    ['a name of every object', createRefusal(400, { __type: 'constructor' })],
    ['what is no text', createRefusal(400, { __type: 7, code: null })],
    ['nothing', createRefusal(500, undefined)],
    ['markup in place of a name', createRefusal(400, createIamError('<b>Access</b>Denied'))],
  ])('and leaves %s to the status', (_what, failure) => {
    expect(classify(failure)).toBeUndefined()
  })
})

import type { Classification, VendorFailure } from 'checkwright'

/** The meaning of Jira's refusal; undefined leaves it to the rules for the status. */
export function classify({ status, headers }: VendorFailure): Classification | undefined {
  // https://developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis/
  if (headers.get('x-seraph-loginreason')?.includes('AUTHENTICATION_DENIED'))
    return { kind: 'auth', message: 'Jira requires a CAPTCHA. Sign in to the site once in a browser, then run again.' }
  // Jira hides existing things from anonymous callers and from people who are not administrators.
  if (status === 404 && headers.get('x-aaccountid') === null)
    return {
      kind: 'auth',
      message: 'Jira treated the request as one without credentials. Check the e-mail address and the token.',
    }
  return undefined
}

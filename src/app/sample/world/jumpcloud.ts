import { employees, hasLeft, listEmployees } from './company.ts'
import { type AnswerRequest, daysAgo } from './vendor-day.ts'

/** Second factors are rolled out during the first six weeks; three people hold out to the end. */
export const answerJumpCloud: AnswerRequest = (request) => {
  const { url, day } = request
  if (url.pathname !== '/api/systemusers') return undefined
  const all = listEmployees(day).map((employee) => {
    const number = employees.indexOf(employee)
    const configured = number % 13 === 7 ? false : day >= (number * 7) % 43
    return {
      _id: `65a1f0c0000000000000${employee.id.padStart(4, '0')}`,
      id: `65a1f0c0000000000000${employee.id.padStart(4, '0')}`,
      username: employee.email.split('@')[0],
      email: employee.email,
      firstname: employee.firstName,
      lastname: employee.lastName,
      state: hasLeft(employee, day) ? 'SUSPENDED' : 'ACTIVATED',
      activated: day - employee.joinedOn >= 1,
      suspended: hasLeft(employee, day - 1),
      account_locked: false,
      created: daysAgo(request, day - employee.joinedOn),
      mfa: { configured, exclusion: false, overallStatus: configured ? 'ENROLLED' : 'NOT_ENROLLED' },
      totp_enabled: configured,
      enable_user_portal_multifactor: number % 13 !== 7 || day > 75,
      password_never_expires: false,
      passwordless_sudo: number === 14 && day < 30,
      sudo: number === 14 || number === 15,
      disableDeviceMaxLoginAttempts: false,
      external_source_type: '',
      externally_managed: false,
    }
  })
  const skip = Number(url.searchParams.get('skip') ?? 0)
  const limit = Number(url.searchParams.get('limit') ?? 100)
  return { json: { results: all.slice(skip, skip + limit), totalCount: all.length } }
}

import { hasLeft, listEmployees } from './company.ts'
import type { AnswerRequest } from './vendor-day.ts'

/** Everybody, in pages of one. Two who joined wait for their work address, one until the end. */
export const answerBambooHr: AnswerRequest = ({ url, day }) => {
  if (url.pathname === '/token.php')
    return {
      json: {
        access_token: 'sample',
        refresh_token: 'sample',
        expires_in: 3600,
        token_type: 'Bearer',
        scope: 'employee offline_access',
      },
    }
  if (url.pathname !== '/api/v1/employees') return undefined
  const data = listEmployees(day).map((employee) => ({
    employeeId: employee.id,
    firstName: employee.firstName,
    lastName: employee.lastName,
    status: hasLeft(employee, day) ? 'Inactive' : 'Active',
    workEmail: day - employee.joinedOn < 9 ? null : employee.email,
    departmentName: employee.department,
    reportsToId: employee.managerId,
    _restrictedFields: [],
  }))
  return { json: { data, meta: { page: { nextCursor: null } } } }
}

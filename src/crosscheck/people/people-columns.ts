/** The columns of a file of people. */
export const peopleColumns = [
  ...['id', 'name', 'email', 'aliases', 'kind', 'status', 'startsAt', 'endsAt', 'managerId', 'department'],
] as const

/** Those that have to be there. */
export const requiredColumns: readonly string[] = ['id', 'email', 'status']

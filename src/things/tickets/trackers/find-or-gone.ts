import { HttpError } from '../../../errors/index.ts'

/** @returns undefined if the tracker says that there is no such issue (404, 410) */
export async function findOrGone<Found>(find: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof HttpError && error.code === 'HTTP_NOT_FOUND') return undefined
    throw error
  }
}

/** The checks and their requests are those of the connector that signs in by keys. */
export { facts } from '../../aws/test/facts.ts'

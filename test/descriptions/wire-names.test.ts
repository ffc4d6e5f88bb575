import { expect, test } from 'vitest'
import { openDescription } from '../../src/descriptions/description.ts'
import { createWireFinder } from '../../src/descriptions/wire-names.ts'

const operation = (method: string, requestUri: string) => ({ http: { method, requestUri } })
const models = {
  services: {
    ec2: {
      metadata: { protocol: 'ec2', endpointPrefix: 'ec2' },
      operations: { DescribeVolumes: operation('POST', '/') },
      shapes: {},
    },
    guardduty: {
      metadata: { protocol: 'rest-json', endpointPrefix: 'guardduty' },
      operations: {
        ListDetectors: operation('GET', '/detector'),
        GetDetector: operation('GET', '/detector/{detectorId}'),
      },
      shapes: {},
    },
  },
}

test('createWireFinder() finds the operation by host and name, or by host, method and path', () => {
  const find = createWireFinder(openDescription(models)?.root as never)

  const names = [
    { method: 'POST', path: '/', host: 'ec2.eu-west-1.amazonaws.com', action: 'DescribeVolumes' },
    { method: 'POST', path: '/', host: 'rds.eu-west-1.amazonaws.com', action: 'DescribeVolumes' },
    { method: 'GET', path: '/detector', host: 'guardduty.eu-west-1.amazonaws.com' },
    { method: 'GET', path: '/detector/d.1', host: 'guardduty.eu-west-1.amazonaws.com' },
    { method: 'GET', path: '/detector/d1/findings', host: 'guardduty.eu-west-1.amazonaws.com' },
  ].map((request) => find?.(request)?.name)

  expect(names).toEqual([
    'POST /ec2.DescribeVolumes',
    undefined,
    'POST /guardduty.ListDetectors',
    'POST /guardduty.GetDetector',
    undefined,
  ])
})

test('createWireFinder() is undefined for a description by method and path', () => {
  const description = openDescription({ openapi: '3.1.0', paths: { '/keys': { get: { responses: {} } } } })

  expect(createWireFinder(description?.root as never)).toBeUndefined()
})

import { expect, test } from 'vitest'
import type { ConnectorDefinition } from '../../../src/define/index.ts'
import { listCredentialHosts } from '../../../src/report/connector-page/credential-hosts.ts'

const define = (baseUrl: string, allowedHosts: readonly string[] = []) =>
  ({ baseUrl, allowedHosts }) as ConnectorDefinition

test('listCredentialHosts() lists the host of the base URL first, without its path', () => {
  expect(listCredentialHosts(define('https://api.acme.example/v1', ['files.acme.example']))).toEqual([
    'api.acme.example',
    'files.acme.example',
  ])
})

test('listCredentialHosts() folds four hosts that differ in their region alone, and says how many', () => {
  const regions = ['eu-west-1', 'us-east-1', 'us-west-2', 'ap-south-1'].map((region) => `ec2.${region}.amazonaws.com`)

  expect(listCredentialHosts(define('https://iam.amazonaws.com', regions))).toEqual([
    'iam.amazonaws.com',
    'ec2.….amazonaws.com (4 hosts)',
  ])
  expect(listCredentialHosts(define('https://iam.amazonaws.com', regions.slice(1)))).toHaveLength(4)
})

test('listCredentialHosts() keeps hosts with a placeholder or a wildcard as they are', () => {
  const hosts = ['{domain}.okta.com', '*.okta.com']

  expect(listCredentialHosts(define('https://{domain}', hosts))).toEqual(['{domain}', ...hosts])
})

import type { Facts } from '../../../test/connectors/description.ts'
import {
  AccountKeys,
  Bucket,
  BucketPolicy,
  Firewall,
  ListedAccount,
  ListedKeys,
  LogBucket,
  Policy,
  ServiceAccount,
  Sink,
  SqlInstance,
} from '../responses.ts'

/** The connector's requests to Google Cloud. The request for a token (RFC 7523) is in none of the documents. */
export const facts: Facts = {
  description: 'gcp',
  source:
    'discovery documents of google-api-python-client 2.201.0: cloudresourcemanager.v3, storage.v1, compute.v1, sqladmin.v1, iam.v1, logging.v2',
  marksNoneRequired: 'Discovery documents mark no member of an answer as required',
  operations: {
    'POST /v3/projects/{projectsId}:getIamPolicy': { reads: Policy },
    'GET /storage/v1/b': { reads: Bucket, at: 'items.[]' },
    'GET /storage/v1/b/{bucket}/iam': { reads: BucketPolicy },
    'GET /compute/v1/projects/{project}/global/firewalls': { reads: Firewall, at: 'items.[]' },
    'GET /v1/projects/{project}/instances': { reads: SqlInstance, at: 'items.[]' },
    'GET /v1/projects/{projectsId}/serviceAccounts': [
      { reads: ServiceAccount, at: 'accounts.[]' },
      { reads: ListedAccount, at: 'accounts.[]' },
    ],
    'GET /v1/projects/{projectsId}/serviceAccounts/{serviceAccountsId}/keys': [
      { reads: AccountKeys },
      { reads: ListedKeys },
    ],
    'GET /v2/projects/{projectsId}/sinks': { reads: Sink, at: 'sinks.[]' },
    'GET /v2/projects/{projectsId}/locations/{locationsId}/buckets': { reads: LogBucket, at: 'buckets.[]' },
  },
}

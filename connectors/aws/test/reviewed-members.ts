import type { ReviewedMember } from 'checkwright/testing'

/** Members that may be missing or unknown although the verdict stays, each with the reason. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['audit-trail'],
    member: 'LatestDeliveryError',
    kinds: ['removed'],
    reason:
      'It is present only if a delivery failed: https://docs.aws.amazon.com/awscloudtrail/latest/APIReference/API_GetTrailStatus.html',
  },
  {
    checks: ['audit-trail'],
    member: 'EventSelectors[].ExcludeManagementEventSources',
    kinds: ['removed'],
    reason:
      'It is optional. The default excludes no events: https://docs.aws.amazon.com/awscloudtrail/latest/APIReference/API_EventSelector.html',
  },
  {
    checks: ['database-backups'],
    member: 'ReadReplicaSourceDBInstanceIdentifier',
    kinds: ['removed', 'null', 'unknown word'],
    reason:
      'Only replicas have one, and it may have any value. Without it, the days decide: https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DBInstance.html',
  },
  {
    checks: ['database-backups'],
    member: 'ReadReplicaSourceDBClusterIdentifier',
    kinds: ['removed', 'null', 'unknown word'],
    reason:
      'Only replicas of a cluster have one, and it may have any value. Without it, the days decide: https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DBInstance.html',
  },
  {
    checks: ['network-flow-logs'],
    member: 'ownerId',
    kinds: ['removed', 'null'],
    reason:
      'It excuses networks of other accounts alone, and the API does not require it: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_Vpc.html',
  },
  {
    checks: ['database-deletion', 'database-zones'],
    member: 'DBClusterIdentifier',
    kinds: ['removed', 'null', 'unknown word'],
    reason:
      'Only instances of a cluster have one: https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DBInstance.html. Without it, the check judges the instance by itself. A cluster that RDS does not list is for a person.',
  },
  {
    checks: ['database-deletion'],
    member: 'ReadReplicaSourceDBInstanceIdentifier',
    kinds: ['removed', 'null', 'unknown word'],
    reason:
      'Only replicas have one, and the source may be in any region: https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DBInstance.html. Without it, the check judges the instance by itself.',
  },
  {
    checks: ['server-certificates'],
    member: 'Expiration',
    kinds: ['time in the future'],
    reason: 'The end of a certificate lies in the future, and IAM takes certificates of any length.',
  },
  {
    checks: ['config-recorder'],
    member: 'ConfigurationRecorders[].recordingGroup.recordingStrategy',
    kinds: ['removed'],
    reason:
      'Older recorders have none, and allSupported decides: https://docs.aws.amazon.com/config/latest/APIReference/API_RecordingGroup.html',
  },
]

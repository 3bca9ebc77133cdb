import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '../../../lib/calls/failures.ts';
import { queryOf } from '../../../lib/calls/queries.ts';
import { t } from '../../../lib/texts/index.ts';
import { Failed, Loading } from '../../../ui/states.tsx';
import { ItemChooser } from './ItemChooser.tsx';

const NOTHING: ReadonlySet<string> = new Set();

/** Reads the items of an installation, and lets the user choose from them. */
export function InstallationChooser({
  installationId,
  inspectionId,
  present = NOTHING,
  chosen,
  onChoose,
}: {
  installationId: string;
  /** Id of the inspection type, whose item types can filter the tree. */
  inspectionId: string;
  present?: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  onChoose(chosen: ReadonlySet<string>): void;
}) {
  const items = useQuery(queryOf('getItemsForInstallation', { installationId }));
  const types = useQuery(queryOf('getItemTypesForInspection', { inspectionId }));
  const error = items.error ?? types.error;
  if (items.data !== undefined && types.data !== undefined)
    return <ItemChooser items={items.data} types={types.data} present={present} chosen={chosen} onChoose={onChoose} />;
  if (error !== null)
    return (
      <Failed
        what={t('items.failed')}
        reason={reasonOf(error)}
        onRetry={() => {
          void items.refetch();
          void types.refetch();
        }}
      />
    );
  return (
    <Loading>
      <Skeleton height={380} />
    </Loading>
  );
}

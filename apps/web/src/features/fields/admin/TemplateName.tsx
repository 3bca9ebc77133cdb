import { Box } from '@mantine/core';
import { NameField } from '../../../ui/admin/NameFields.tsx';

/** The required name of a template. */
export function TemplateName({ value, onChange }: { value: string; onChange(name: string): void }) {
  return (
    <Box maw={620}>
      <NameField name={value} onChange={onChange} />
    </Box>
  );
}

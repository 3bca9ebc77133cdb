import { Button, FileButton, Group, Text } from '@mantine/core';
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { FormFailure } from './dialogs/FormFailure.tsx';
import classes from './PictureField.module.css';

/** Texts for a picture that can be chosen, replaced and removed. */
export interface PictureTexts {
  label: string;
  hint: string;
  /** Description of the shown picture. */
  alt: string;
  choose: string;
  replace: string;
  remove: string;
}

/** One picture, shown as it is printed, with buttons that replace or remove it at once. */
export function PictureField({
  words,
  source,
  isBusy,
  failure,
  onChoose,
}: {
  words: PictureTexts;
  source: string | null;
  isBusy: boolean;
  failure: string | null;
  onChoose(file: File | null): void;
}) {
  return (
    <section aria-label={words.label}>
      <Text fw={600}>{words.label}</Text>
      <Text size="sm" c="dimmed" mb="xs">
        {words.hint}
      </Text>
      {source !== null && <img className={classes['picture']} src={source} alt={words.alt} />}
      {failure !== null && <FormFailure>{failure}</FormFailure>}
      <Group gap="sm" mt="xs">
        <FileButton accept="image/*" onChange={(file) => file !== null && onChoose(file)}>
          {(props) => (
            <Button variant="default" leftSection={<IconPhotoPlus size={18} aria-hidden />} loading={isBusy} {...props}>
              {source === null ? words.choose : words.replace}
            </Button>
          )}
        </FileButton>
        {source !== null && (
          <Button
            variant="default"
            leftSection={<IconTrash size={18} aria-hidden />}
            disabled={isBusy}
            onClick={() => onChoose(null)}
          >
            {words.remove}
          </Button>
        )}
      </Group>
    </section>
  );
}

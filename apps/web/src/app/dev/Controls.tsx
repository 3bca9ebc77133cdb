import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  Group,
  Menu,
  Paper,
  Pill,
  SegmentedControl,
  Stack,
  Switch,
  Tabs,
} from '@mantine/core';
import { IconCamera, IconDots, IconPlus, IconTrash } from '@tabler/icons-react';
import { Actions } from '../../ui/Actions.tsx';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { CoverButton } from '../../ui/CoverButton.tsx';
import { HeadTitle } from '../../ui/HeadTitle.tsx';
import { offerRetry, offerUndo } from '../../ui/offers.tsx';
import { ReasonedButton, ReasonedIcon } from '../../ui/ReasonedButton.tsx';
import { Keys } from '../../ui/shortcuts/HelpSheet.tsx';
import { ignore, Shown, State } from './Shown.tsx';

const VARIANTS = ['filled', 'light', 'default', 'subtle'] as const;
const LONG = 'Floodlight, LED twin, drawworks side, second girt of the A-frame above the monkey board';

/** Buttons, and the library's controls with the theme applied. */
export function Controls() {
  const confirm = useConfirm();
  return (
    <>
      <Shown name="Button">
        {VARIANTS.map((variant) => (
          <State key={variant} name={variant}>
            <Group gap="xs">
              <Button variant={variant}>Save</Button>
              <Button variant={variant} leftSection={<IconPlus size={20} aria-hidden />}>
                New Item
              </Button>
              <Button variant={variant} disabled>
                Disabled
              </Button>
              <Button variant={variant} loading>
                Saving
              </Button>
            </Group>
          </State>
        ))}
        <State name="removes">
          <Group gap="xs">
            <Button color="red.8">Delete</Button>
            <Button variant="light" color="red">
              Remove
            </Button>
          </Group>
        </State>
      </Shown>
      <Shown name="ReasonedButton">
        <State name="usable">
          <ReasonedButton reason={null} onClick={ignore}>
            Publish
          </ReasonedButton>
        </State>
        <State name="with the reason why it cannot be used">
          <ReasonedButton reason="Save the draft first." onClick={ignore}>
            Publish
          </ReasonedButton>
        </State>
        <State name="in a toolbar, with the reason while it is pointed at">
          <ReasonedButton isInToolbar reason="Save the draft first." onClick={ignore}>
            Publish
          </ReasonedButton>
        </State>
      </Shown>
      <Shown name="ReasonedIcon">
        <State name="usable">
          <ReasonedIcon variant="default" aria-label="Camera" reason={null} onClick={ignore}>
            <IconCamera size={24} />
          </ReasonedIcon>
        </State>
        <State name="with the reason while it is pointed at">
          <ReasonedIcon variant="default" aria-label="Camera" reason="There is no camera." onClick={ignore}>
            <IconCamera size={24} />
          </ReasonedIcon>
        </State>
      </Shown>
      <Shown name="ActionIcon">
        {VARIANTS.map((variant) => (
          <State key={variant} name={variant}>
            <Group gap="xs">
              <ActionIcon variant={variant} aria-label="Camera">
                <IconCamera size={24} />
              </ActionIcon>
              <ActionIcon variant={variant} aria-label="Camera, disabled" disabled>
                <IconCamera size={24} />
              </ActionIcon>
            </Group>
          </State>
        ))}
      </Shown>
      <Choices />
      <Shown name="HeadTitle and Actions">
        <State name="loading">
          <HeadTitle title={null} />
        </State>
        <State name="long">
          <HeadTitle title={LONG}>Derrick / Crown</HeadTitle>
        </State>
        <State name="actions of a screen">
          <Actions>
            <Button variant="default">Reports</Button>
            <Button>New Item</Button>
          </Actions>
        </State>
      </Shown>
      <Shown name="CoverButton">
        <State name="covers its row">
          <Paper p="md" pos="relative">
            <CoverButton onClick={ignore}>Weld cracked at the upper lug</CoverButton>
          </Paper>
        </State>
      </Shown>
      <Shown name="Keys">
        <State name="single and together">
          <Group gap="xs">
            <Keys keys="j" />
            <Keys keys="mod+k" />
            <Keys keys="escape" />
          </Group>
        </State>
      </Shown>
      <Shown name="Dialog and messages">
        <State name="confirm, undo, retry">
          <Group gap="xs">
            <Button
              variant="default"
              onClick={() =>
                void confirm({
                  title: 'Delete item',
                  text: 'Its 3 photos and 2 notes are deleted with it.',
                  confirm: 'Delete',
                  danger: true,
                })
              }
            >
              Ask
            </Button>
            <Button variant="default" onClick={() => offerUndo('Removed from this inspection.', ignore)}>
              Offer undo
            </Button>
            <Button
              variant="default"
              onClick={() => offerRetry('The condition was not set', 'The server did not answer.', ignore)}
            >
              Offer retry
            </Button>
          </Group>
        </State>
      </Shown>
    </>
  );
}

/** Controls of the library for choosing values. */
function Choices() {
  return (
    <Shown name="Choices">
      <State name="Checkbox">
        <Stack gap="xs">
          <Checkbox label="Chosen" defaultChecked />
          <Checkbox label="Not chosen" />
          <Checkbox label="Some of them" indeterminate readOnly />
          <Checkbox label="Disabled" disabled />
        </Stack>
      </State>
      <State name="Switch">
        <Stack gap="xs">
          <Switch label="On" defaultChecked />
          <Switch label="Off" description="What is off stays off." />
          <Switch label="Disabled" disabled />
        </Stack>
      </State>
      <State name="SegmentedControl">
        <SegmentedControl data={['Side by side', 'Slider']} fullWidth />
      </State>
      <State name="Tabs">
        <Tabs defaultValue="history">
          <Tabs.List>
            <Tabs.Tab value="reports">Reports</Tabs.Tab>
            <Tabs.Tab value="history">History</Tabs.Tab>
          </Tabs.List>
        </Tabs>
      </State>
      <State name="Badge and Pill">
        <Group gap="xs">
          <Badge>This inspection</Badge>
          <Badge variant="outline" color="gray">
            Required
          </Badge>
          <Pill withRemoveButton>In Derrick</Pill>
        </Group>
      </State>
      <State name="Menu">
        <Menu>
          <Menu.Target>
            <ActionIcon aria-label="More actions">
              <IconDots size={24} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconTrash size={20} aria-hidden />} color="var(--mantine-color-error)">
              Delete item
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </State>
    </Shown>
  );
}

/** The programs of the operating system that open a file and that let a person choose one. */
import { spawn } from 'node:child_process';
import { Problem } from '@holdfast/contract';

/** Programs of the operating system that the desktop uses. */
export interface SystemPrograms {
  /** Opens a file with the program that the system associates with it. @throws {Problem} `noProgram` */
  open(path: string): Promise<void>;
  /** Shows a dialog to choose files. @returns their paths; none when the person cancels. @throws {Problem} `noProgram` */
  choose(kind: 'file' | 'image'): Promise<string[]>;
}

interface Command {
  program: string;
  args: readonly string[];
}

const PICTURES = ['jpg', 'jpeg', 'png', 'webp', 'gif', 'bmp'];

/** Time in ms within which a program that opens files may fail; one that still runs then has succeeded. */
const OPEN_MS = 3_000;

/** The programs of a platform. */
export function systemPrograms(platform: NodeJS.Platform = process.platform): SystemPrograms {
  return {
    async open(path) {
      const { program, args } = openCommand(platform, path);
      const { code } = await run(program, args, OPEN_MS);
      if (code !== 0) throw new Problem('noProgram');
    },
    async choose(kind) {
      for (const { program, args } of chooseCommands(platform, kind)) {
        const { code, output } = await run(program, args, null);
        // The program is not installed; the next one may be.
        if (code === null) continue;
        return code === 0 ? output.split(/\r?\n/).filter((line) => line !== '') : [];
      }
      throw new Problem('noProgram');
    },
  };
}

/** Returns the command that opens a file. The path is a separate argument, never part of a command line that is parsed. */
function openCommand(platform: NodeJS.Platform, path: string): Command {
  if (platform === 'darwin') return { program: 'open', args: ['--', path] };
  if (platform === 'win32') return { program: 'explorer.exe', args: [path] };
  return { program: 'xdg-open', args: [path] };
}

function chooseCommands(platform: NodeJS.Platform, kind: 'file' | 'image'): Command[] {
  const title = kind === 'image' ? 'Choose photos' : 'Choose files';
  if (platform === 'darwin') {
    const types = kind === 'image' ? ' of type {"public.image"}' : '';
    const lines = [
      `set chosen to choose file with prompt "${title}"${types} with multiple selections allowed`,
      'set paths to ""',
      'repeat with each in chosen',
      'set paths to paths & POSIX path of each & linefeed',
      'end repeat',
      'return paths',
    ];
    return [{ program: 'osascript', args: lines.flatMap((line) => ['-e', line]) }];
  }
  if (platform === 'win32') {
    const filter = kind === 'image' ? `Photos|${PICTURES.map((end) => `*.${end}`).join(';')}` : 'All files|*.*';
    const script = [
      'Add-Type -AssemblyName System.Windows.Forms',
      '[Console]::OutputEncoding = [System.Text.Encoding]::UTF8',
      '$dialog = New-Object System.Windows.Forms.OpenFileDialog',
      `$dialog.Title = '${title}'; $dialog.Multiselect = $true; $dialog.Filter = '${filter}'`,
      "if ($dialog.ShowDialog() -eq 'OK') { $dialog.FileNames }",
    ].join('; ');
    return [{ program: 'powershell.exe', args: ['-NoProfile', '-STA', '-Command', script] }];
  }
  const patterns = PICTURES.map((end) => `*.${end}`).join(' ');
  return [
    {
      program: 'zenity',
      args: [
        '--file-selection',
        '--multiple',
        '--separator=\n',
        `--title=${title}`,
        ...(kind === 'image' ? [`--file-filter=Photos | ${patterns}`] : []),
      ],
    },
    {
      program: 'kdialog',
      args: [
        '--title',
        title,
        '--getopenfilename',
        '.',
        ...(kind === 'image' ? [`${patterns}|Photos`] : []),
        '--multiple',
        '--separate-output',
      ],
    },
  ];
}

/**
 * Runs a program to its end.
 * @param limitMs time after which it counts as successful and is left running; null: none
 * @returns its code; null when there is no such program
 */
function run(
  program: string,
  args: readonly string[],
  limitMs: number | null,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, { stdio: ['ignore', limitMs === null ? 'pipe' : 'ignore', 'ignore'] });
    const timer = limitMs === null ? null : setTimeout(() => resolve({ code: 0, output }), limitMs);
    timer?.unref();
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', () => resolve({ code: null, output }));
    child.on('close', (code) => {
      if (timer !== null) clearTimeout(timer);
      resolve({ code: code ?? 1, output });
    });
  });
}

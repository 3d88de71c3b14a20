import java.nio.charset.StandardCharsets;

/** One way to read the numbers of a JSON text. */
interface Reader {
    int read(byte[] text, int offset, int length, double[] values) throws Exception;

    int read(byte[] text, int offset, int length, float[] values) throws Exception;
}

final class DigitrunReader implements Reader {
    @Override
    public int read(byte[] text, int offset, int length, double[] values) {
        return Digitrun.parse(text, offset, length, values);
    }

    @Override
    public int read(byte[] text, int offset, int length, float[] values) {
        return Digitrun.parse(text, offset, length, values);
    }
}

/** What the Java library offers: each number a String, then Double.parseDouble. Checks no structure. */
final class JdkReader implements Reader {
    private static boolean isNumber(byte b) {
        return (b >= '0' && b <= '9') || b == '-' || b == '.' || b == 'e' || b == 'E' || b == '+';
    }

    @Override
    public int read(byte[] text, int offset, int length, double[] values) {
        int count = 0;
        int end = offset + length;
        for (int i = offset; i < end; i++) {
            int start = i;
            while (i < end && isNumber(text[i])) {
                i++;
            }
            if (i > start) {
                values[count++] = Double.parseDouble(new String(text, start, i - start, StandardCharsets.ISO_8859_1));
            }
        }
        return count;
    }

    @Override
    public int read(byte[] text, int offset, int length, float[] values) {
        int count = 0;
        int end = offset + length;
        for (int i = offset; i < end; i++) {
            int start = i;
            while (i < end && isNumber(text[i])) {
                i++;
            }
            if (i > start) {
                values[count++] = Float.parseFloat(new String(text, start, i - start, StandardCharsets.ISO_8859_1));
            }
        }
        return count;
    }
}

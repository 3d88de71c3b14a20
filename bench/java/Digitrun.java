/** Reads the numbers of a JSON text into an array, through the C library digitrun. */
final class Digitrun {
    static {
        System.loadLibrary("digitrun_jni");
    }

    private Digitrun() {}

    /**
     * Reads text[offset .. offset + length), one JSON array, nested or not, into values. Returns how many there are.
     * Throws NumberFormatException with the place of the first wrong byte, or where values is too small.
     */
    static native int parse(byte[] text, int offset, int length, double[] values);

    static native int parse(byte[] text, int offset, int length, float[] values);

    /** Uses this row from now on; false if this machine cannot. */
    static native boolean force(String isa);

    static native String version();
}

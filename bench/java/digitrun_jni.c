/* bench/java/digitrun_jni.c - what Digitrun.java calls: byte[] to double[] or float[]. */
#include "digitrun/digitrun.h"

#include <Digitrun.h> /* made by javac -h from Digitrun.java */
#include <jni.h>
#include <stdio.h>

static jint throw_place(JNIEnv *env, digitrun_result result)
{
    char words[160];
    snprintf(words, sizeof words, "%s at byte %zu", digitrun_status_text(result.status),
             result.offset);
    (*env)->ThrowNew(env, (*env)->FindClass(env, "java/lang/NumberFormatException"), words);
    return -1;
}

/* The arrays are pinned, not copied; digitrun neither blocks nor calls back meanwhile. */
static jint parse(JNIEnv *env, jbyteArray text, jint offset, jint length, jarray values, int f32)
{
    jsize room = (*env)->GetArrayLength(env, text);
    jsize capacity = (*env)->GetArrayLength(env, values);
    digitrun_result result = {DIGITRUN_BAD_ARGUMENT, 0, 0, 0, 0, 0};
    if (offset >= 0 && length >= 0 && length <= room - offset) {
        const digitrun_format *json = digitrun_format_json();
        char *bytes = (*env)->GetPrimitiveArrayCritical(env, text, NULL);
        void *out = bytes ? (*env)->GetPrimitiveArrayCritical(env, values, NULL) : NULL;
        if (out) {
            const char *from = bytes + offset;
            result = f32 ? digitrun_parse_f32(from, (size_t)length, json, out, (size_t)capacity)
                         : digitrun_parse_f64(from, (size_t)length, json, out, (size_t)capacity);
            (*env)->ReleasePrimitiveArrayCritical(env, values, out, 0);
        }
        if (bytes) {
            (*env)->ReleasePrimitiveArrayCritical(env, text, bytes, JNI_ABORT);
        }
    }
    return result.status == DIGITRUN_OK ? (jint)result.count : throw_place(env, result);
}

JNIEXPORT jint JNICALL Java_Digitrun_parse___3BII_3D(JNIEnv *env, jclass self, jbyteArray text,
                                                     jint offset, jint length, jdoubleArray values)
{
    (void)self;
    return parse(env, text, offset, length, values, 0);
}

JNIEXPORT jint JNICALL Java_Digitrun_parse___3BII_3F(JNIEnv *env, jclass self, jbyteArray text,
                                                     jint offset, jint length, jfloatArray values)
{
    (void)self;
    return parse(env, text, offset, length, values, 1);
}

JNIEXPORT jboolean JNICALL Java_Digitrun_force(JNIEnv *env, jclass self, jstring isa)
{
    (void)self;
    const char *name = (*env)->GetStringUTFChars(env, isa, NULL);
    jboolean good = name != NULL && digitrun_isa_force(name) == DIGITRUN_OK;
    if (name) {
        (*env)->ReleaseStringUTFChars(env, isa, name);
    }
    return good;
}

JNIEXPORT jstring JNICALL Java_Digitrun_version(JNIEnv *env, jclass self)
{
    (void)self;
    return (*env)->NewStringUTF(env, digitrun_version());
}

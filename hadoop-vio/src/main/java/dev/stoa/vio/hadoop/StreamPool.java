/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.stoa.vio.hadoop;

import dev.stoa.vio.PositionalReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Several streams of one file, for a store whose streams do only a few reads at once each. When the open ones are busy,
 * another one is opened. It stays open as long as the file.
 */
final class StreamPool implements PositionalReader {

    /** Opens the file once more. */
    interface Opener {
        PositionalReader open() throws IOException;
    }

    private final int readsPerStream;
    private final Opener opener;
    private final List<Member> members = new ArrayList<>(); // guarded by this
    private boolean closed; // guarded by this

    /**
     * Makes a pool.
     *
     * @param first is open already
     * @param readsPerStream most reads at once of one stream, at least 1
     * @param opener of further ones
     */
    StreamPool(PositionalReader first, int readsPerStream, Opener opener) {
        this.readsPerStream = readsPerStream;
        this.opener = opener;
        Member member = new Member();
        member.reader = first;
        members.add(member);
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        Member member = take();
        try {
            return reader(member).read(position, target);
        } finally {
            giveBack(member);
        }
    }

    private synchronized Member take() throws IOException {
        checkOpen();
        for (Member member : members) {
            if (member.reads < readsPerStream) {
                member.reads++;
                return member;
            }
        }
        Member member = new Member();
        member.reads = 1;
        members.add(member);
        return member;
    }

    private synchronized void giveBack(Member member) {
        member.reads--;
    }

    /** Returns the stream of a member; the first read of a member opens it, others that came meanwhile wait. */
    private PositionalReader reader(Member member) throws IOException {
        synchronized (member) {
            if (member.reader == null) {
                PositionalReader opened = opener.open();
                synchronized (this) {
                    if (!closed) {
                        member.reader = opened;
                        return opened;
                    }
                }
                opened.close();
                checkOpen();
            }
            return member.reader;
        }
    }

    private synchronized void checkOpen() throws IOException {
        if (closed) {
            throw new IOException("closed");
        }
    }

    @Override
    public void close() throws IOException {
        List<PositionalReader> open = new ArrayList<>();
        synchronized (this) {
            closed = true;
            for (Member member : members) {
                if (member.reader != null) {
                    open.add(member.reader);
                }
            }
            members.clear();
        }
        IOException failed = null;
        for (PositionalReader reader : open) {
            try {
                reader.close();
            } catch (IOException e) {
                failed = e;
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    private static final class Member {
        private PositionalReader reader; // written once, guarded by the member and the pool; null until opened
        private int reads; // guarded by the pool
    }
}

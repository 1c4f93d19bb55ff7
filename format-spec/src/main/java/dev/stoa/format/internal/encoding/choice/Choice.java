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
package dev.stoa.format.internal.encoding.choice;

import dev.stoa.format.internal.encoding.wire.Encoding;

/**
 * The cheapest of the candidates that were offered so far: bytes, and what decoding costs as a share of them. Of equal
 * ones the first stays, so simple ones are offered first.
 */
public final class Choice {
    private static final Encoding NOTHING = new Encoding.AllNull();

    private final EncodingChooser chooser;
    private final String part;
    private Encoding encoding = NOTHING;
    private long bytes = Long.MAX_VALUE;
    private long cost = Long.MAX_VALUE;

    Choice(EncodingChooser chooser, String part) {
        this.chooser = chooser;
        this.part = part;
    }

    /** The cheapest candidate. */
    public Encoding encoding() {
        return encoding;
    }

    /** The bytes it takes; for a dictionary with a share of its entries. */
    public long bytes() {
        return bytes;
    }

    /** The bytes and the weights of the whole tree; {@link Long#MAX_VALUE} before the first candidate. */
    public long cost() {
        return cost;
    }

    /** Whether the cheapest candidate is a constant. No encoding is cheaper. */
    public boolean isConstant() {
        return encoding instanceof Encoding.Constant;
    }

    /** Offers a candidate without parts that were chosen. */
    public Choice offer(Cost kind, long candidateBytes, Encoding candidate) {
        return offer(kind, candidateBytes, candidateBytes, candidate);
    }

    /** Offers a candidate that wraps another one and adds bytes to it. */
    public Choice offer(Cost kind, long ownBytes, Choice parts, Encoding candidate) {
        return offer(kind, parts.bytes + ownBytes, parts.cost + ownBytes, candidate);
    }

    /**
     * Offers a candidate.
     *
     * @param kind what its decoding costs beyond that of its parts
     * @param candidateBytes the bytes of the whole tree
     * @param partsCost the bytes of the whole tree and the weights of its parts
     */
    public Choice offer(Cost kind, long candidateBytes, long partsCost, Encoding candidate) {
        if (!chooser.takes(kind)) {
            return this;
        }
        int weight = kind.weight(chooser.profile());
        long candidateCost = partsCost + candidateBytes * weight / 1000;
        chooser.recorder()
                .weighed(part, new ChoiceRecorder.Candidate(candidate, candidateBytes, weight, candidateCost));
        if (candidateCost < cost) {
            encoding = candidate;
            bytes = candidateBytes;
            cost = candidateCost;
        }
        return this;
    }
}
